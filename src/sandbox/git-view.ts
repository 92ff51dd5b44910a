/** What commands that only read see in place of `.git`. */
export type GitView =
  | { readonly kind: 'whole' }
  | { readonly kind: 'filtered'; readonly folder: string }
  | { readonly kind: 'hidden'; readonly because: string };
