import { useEffect, useRef, type RefObject } from 'react';

const name = 'search-match';

/** Marks what was searched for in the text of an element, without changing its content. `shown` changes with the text. */
export function useHighlight<E extends Element>(
  query: string | readonly string[] | undefined,
  shown: unknown,
): RefObject<E | null> {
  const element = useRef<E>(null);
  const text = typeof query === 'string' ? query : '';
  useEffect(() => {
    if (!('highlights' in CSS) || element.current === null) return undefined;
    const words = fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1);
    if (words.length === 0) return undefined;
    CSS.highlights.set(name, new Highlight(...rangesIn(element.current, words)));
    return () => void CSS.highlights.delete(name);
  }, [text, shown]);
  return element;
}

/** Where the words occur in the names and cells of an element. */
function rangesIn(element: Element, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = fold(node.textContent ?? '');
    // Where folding changes the length, letters are no longer where they were.
    if (text.length !== node.textContent?.length) continue;
    for (const word of words)
      for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + word.length)) {
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + word.length);
        ranges.push(range);
      }
  }
  return ranges;
}

/** Lower case without accents, letter for letter. */
function fold(text: string): string {
  return Array.from(text, (letter) => letter.normalize('NFKD').charAt(0).toLowerCase()).join('');
}
