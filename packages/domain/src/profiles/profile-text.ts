export type ProfileSection = { readonly heading: string; readonly text: string };
export type ProfileText = { readonly title: string; readonly sections: readonly ProfileSection[] };

/** A paragraph, or a list of lines that begin with "- ". */
export type ProfileBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/** The blocks of a section's text. Empty lines separate paragraphs; other line breaks are kept. */
export function parseProfileBlocks(text: string): ProfileBlock[] {
  const blocks: ProfileBlock[] = [];
  let isNew = true;
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const item = /^\s*[-•]\s+(.*)$/.exec(line)?.[1]?.trim();
    const last = blocks.at(-1);
    if (line.trim() === '') isNew = true;
    else if (item !== undefined) {
      if (last?.kind === 'list') blocks[blocks.length - 1] = { kind: 'list', items: [...last.items, item] };
      else blocks.push({ kind: 'list', items: [item] });
      isNew = true;
    } else {
      if (last?.kind === 'paragraph' && !isNew)
        blocks[blocks.length - 1] = { kind: 'paragraph', text: `${last.text}\n${line.trim()}` };
      else blocks.push({ kind: 'paragraph', text: line.trim() });
      isNew = false;
    }
  }
  return blocks;
}

/** The template instructions in brackets that are still in a text; offsets in UTF-16 units. */
export function findPlaceholders(text: string): { start: number; end: number }[] {
  return Array.from(text.matchAll(/\[[A-Z][^[\]\n]{8,}\]/g), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}
