/** The requested page of a list, and the `Link` header. Pure. */

const USUAL_PER_PAGE = 30;
const MAX_PER_PAGE = 100;

export interface Page {
  readonly from: number;
  readonly to: number;
  /** The `Link` header; empty for a single page. */
  readonly link: string;
}

/** The page of `items` entries that a query requests, of the list at `url`. */
export function pageIn(
  query: URLSearchParams,
  list: { readonly items: number; readonly url: string },
): Page {
  const perPage = Math.min(MAX_PER_PAGE, countIn(query, 'per_page', USUAL_PER_PAGE));
  const page = countIn(query, 'page', 1);
  const last = Math.ceil(list.items / perPage);
  const linkTo = (number: number, relation: string): string => {
    const linked = new URLSearchParams(query);
    linked.set('page', String(number));
    return `<${list.url}?${linked.toString()}>; rel="${relation}"`;
  };
  const links = [
    ...(page > 1 ? [linkTo(page - 1, 'prev')] : []),
    ...(page < last ? [linkTo(page + 1, 'next'), linkTo(last, 'last')] : []),
    ...(page > 1 ? [linkTo(1, 'first')] : []),
  ];
  return { from: (page - 1) * perPage, to: page * perPage, link: links.join(', ') };
}

/** An invalid number counts as absent. */
function countIn(query: URLSearchParams, name: string, otherwise: number): number {
  const given = Number(query.get(name) ?? otherwise);
  return Number.isInteger(given) && given > 0 ? given : otherwise;
}
