/** White space of HTTP around a value. */
const AROUND = /^[\t\n\r ]+|[\t\n\r ]+$/g;

/**
 * The fields of a request, with the face of the Fetch standard's `Headers` (https://fetch.spec.whatwg.org/#headers-class). What is
 * no name or no value of a field is refused where the request is sent.
 */
export class HeaderList implements Headers {
  readonly #fields = new Map<string, string>();

  constructor(init: NonNullable<RequestInit['headers']> = {}) {
    for (const [name = '', value = ''] of Symbol.iterator in init ? init : Object.entries(init))
      this.append(name, value);
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.#put(name, before === null ? bare(value) : `${before}, ${bare(value)}`);
  }

  set(name: string, value: string): void {
    this.#put(name, bare(value));
  }

  #put(name: string, value: string): void {
    this.#fields.set(name.toLowerCase(), value);
  }

  get(name: string): string | null {
    return this.#fields.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#fields.has(name.toLowerCase());
  }

  delete(name: string): void {
    this.#fields.delete(name.toLowerCase());
  }

  /** Only answers set cookies. */
  getSetCookie(): string[] {
    return [];
  }

  forEach(tell: (value: string, name: string, list: Headers) => void): void {
    for (const [name, value] of this) tell(value, name, this);
  }

  entries() {
    return new Map([...this.#fields].toSorted(([a], [b]) => (a < b ? -1 : 1))).entries();
  }

  keys() {
    return new Map(this.entries()).keys();
  }

  values() {
    return new Map(this.entries()).values();
  }

  [Symbol.iterator]() {
    return this.entries();
  }
}

function bare(value: string): string {
  return value.replace(AROUND, '');
}
