import type { light } from '@handover/ui-lite/tokens/colors.ts';

type Kebab<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : '';
type NamesOf<Tree> = {
  [Key in keyof Tree & (string | number)]: Tree[Key] extends string
    ? Kebab<`${Key}`>
    : `${Kebab<`${Key}`>}-${NamesOf<Tree[Key]>}`;
}[keyof Tree & (string | number)];

/** The custom property of a color, so that a change of the theme reaches MUI without new styles. */
export function color(name: NamesOf<(typeof light)['color']>): string {
  return `var(--color-${name})`;
}
