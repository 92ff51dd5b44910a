/** The entry of `from` that the code owners of the call's files have. */
const CODE_OWNERS = 'codeowners';

/**
 * The lists of `from`, of each of which an approver needs one entry. Both can be long, and are compared again for every answer
 * and every change of the call's state, so that no comparison reads all of them.
 */
export class ApproverLists {
  readonly #lists: readonly (readonly string[])[];
  /** The places of the lists that have an entry. */
  readonly #places = new Map<string, number[]>();
  /** Each list, with its entries in one order. */
  readonly #keys: ReadonlySet<string>;

  constructor(lists: readonly (readonly string[])[]) {
    this.#lists = lists;
    this.#keys = new Set(lists.map((list) => JSON.stringify(list.toSorted())));
    for (const [place, list] of lists.entries()) {
      for (const entry of new Set(list)) {
        const places = this.#places.get(entry);
        if (places === undefined) this.#places.set(entry, [place]);
        else places.push(place);
      }
    }
  }

  get count(): number {
    return this.#lists.length;
  }

  /** Whether code owners decide, alone or with others. */
  get hasCodeOwners(): boolean {
    return this.#places.has(CODE_OWNERS);
  }

  /** The first list that has none of these entries; `undefined` if each has one. */
  without(entries: Iterable<string>): readonly string[] | undefined {
    const met = new Set([...entries].flatMap((entry) => this.#places.get(entry) ?? []));
    return this.#lists.find((_, place) => !met.has(place));
  }

  /** Whether each of these lists is one of the others, whatever the order of its entries. */
  isSubsetOf(others: ApproverLists): boolean {
    return [...this.#keys].every((key) => others.#keys.has(key));
  }
}
