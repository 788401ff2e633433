import type { Tag } from '@handover/contract/records/tags.ts';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { lazy, type ReactElement } from 'react';
import type { BulkAction } from '#shared/records/list/record-list.ts';

/** Pixels. */
export const tagsWidth = 176;
const cellPadding = 24;
const pillPadding = 14;
const pillGap = 4;
const letterWidth = 6.5;

const TagsInput = lazy(() => import('./tags-input.tsx'));

const tagField = {
  kind: 'several',
  name: 'tagIds',
  label: 'Tags',
  Input: TagsInput,
  missing: 'Choose a tag',
} as const;

/** Bulk actions of record types with tags. */
export const tagAction: BulkAction = {
  action: 'tag',
  label: 'Tag',
  isPromoted: true,
  values: { tagIds: [] },
  ask: { title: (many) => `Tag ${many}`, confirmLabel: 'Add tags', field: tagField },
  doing: 'Tagging',
  done: 'tagged',
};
export const untagAction: BulkAction = {
  action: 'untag',
  label: 'Remove tags',
  values: { tagIds: [] },
  ask: { title: (many) => `Remove tags from ${many}`, confirmLabel: 'Remove tags', field: tagField },
  doing: 'Removing tags',
  done: 'untagged',
};

/** The tags that fit in a column, and the number of others. */
export function TagPills({ tags }: { tags: readonly Tag[] }): ReactElement | null {
  if (tags.length === 0) return null;
  const shown = countFitting(tags);
  return (
    <span
      title={tags.map(({ name }) => name).join(', ')}
      style={{ display: 'flex', gap: pillGap, overflow: 'hidden' }}
    >
      {tags.slice(0, shown).map(({ id, name }) => (
        <Pill key={id}>{name}</Pill>
      ))}
      {tags.length > shown && <Pill>+{tags.length - shown}</Pill>}
    </span>
  );
}

/** How many tags fit in the column, estimated by the widths of their pills; at least one. */
function countFitting(tags: readonly Tag[]): number {
  const widthOf = (text: string): number => pillPadding + text.length * letterWidth + pillGap;
  let left = tagsWidth - cellPadding;
  const fitting = tags.findIndex(({ name }, index) => {
    left -= widthOf(name);
    return left < (index === tags.length - 1 ? 0 : widthOf('+9'));
  });
  return fitting === -1 ? tags.length : Math.max(1, fitting);
}
