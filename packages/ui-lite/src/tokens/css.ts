import { dark, light } from './colors.ts';
import { tokens } from './tokens.ts';

type Leaf = string | number;
type Tree = { readonly [key: string]: Leaf | Tree };

/** Groups of plain numbers instead of pixels. */
const unitless = new Set(['weight']);

/** Names that no style sheet uses. Every page loads all others. */
const unused = /^ {2}--(?:color-grey-50|color-grey-600|weight-light):/;

/** A style sheet with all tokens as custom properties, such as `--color-primary-main`. */
export function createTokensCss(): string {
  // Breakpoints are omitted, because media queries do not support custom properties.
  const { breakpoint: _breakpoint, space: _space, ...rest } = tokens;
  return formatRule(':root', { ...light, ...rest }, (line) => !unused.test(line));
}

/** The colors that differ in the dark theme. A page loads them only if the user has selected it. */
export function createDarkCss(): string {
  const known = new Set(formatLines(light));
  return formatRule(":root[data-theme='dark']", dark, (line) => !known.has(line));
}

function formatRule(
  selector: string,
  tree: Tree,
  isIncluded: (line: string) => boolean = () => true,
): string {
  return `${selector} {\n${formatLines(tree).filter(isIncluded).join('\n')}\n}\n`;
}

function formatLines(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([group, value]) =>
    listDeclarations(group, value, unitless.has(group) ? '' : 'px'),
  );
}

function listDeclarations(name: string, value: Leaf | Tree, unit: string): string[] {
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) =>
      listDeclarations(`${name}-${toKebabCase(key)}`, inner, unit),
    );
  return [`  --${name}: ${typeof value === 'number' ? `${String(value)}${unit}` : value};`];
}

function toKebabCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
