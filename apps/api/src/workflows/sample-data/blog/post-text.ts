import type { CoverDesign } from '@handover/contract/posts.ts';

/** A made-up post. In `lines` a heading begins with `# `, an item of a list with `- `; the rest are paragraphs. */
export type PostText = {
  readonly title: string;
  readonly description: string;
  readonly cover: CoverDesign;
  readonly lines: readonly string[];
};
