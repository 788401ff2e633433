/** What choosing an item does. */
export type Choice =
  | { readonly kind: 'open'; readonly to: string }
  /** Goes on asking: the search then begins with this. */
  | { readonly kind: 'ask'; readonly text: string }
  | { readonly kind: 'workspace'; readonly id: string }
  | { readonly kind: 'shortcuts'; readonly isOn: boolean }
  | { readonly kind: 'sign-out' };

/** A line of the palette. */
export interface PaletteItem {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  /** What tells it from others of that label. */
  readonly detail: string | null;
  readonly icon: string;
  readonly choice: Choice;
  /** Other words that it is found by. */
  readonly words?: string;
  /** Its nearness to the query, as `rankOf` counts it, where the label does not tell. */
  readonly rank?: number;
}
