import { tokens } from './tokens.ts';

type Leaf = string | number;
type Tree = { readonly [key: string]: Leaf | Tree };

/** Groups of plain numbers instead of pixels. */
const unitless = new Set(['weight']);

/** A style sheet with all tokens as custom properties, such as `--color-primary-main`. */
export function tokensCss(): string {
  const lines = Object.entries(tokens).flatMap(([group, tree]) =>
    declarations(group, tree, unitless.has(group) ? '' : 'px'),
  );
  return `:root {\n${lines.join('\n')}\n}\n`;
}

function declarations(prefix: string, tree: Tree, unit: string): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const name = `${prefix}-${kebab(key)}`;
    if (typeof value === 'object') return declarations(name, value, unit);
    return [`  --${name}: ${typeof value === 'number' ? `${String(value)}${unit}` : value};`];
  });
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
