import type { Activity } from '@handover/contract/activities.ts';
import type { CustomField } from '@handover/contract/custom-fields.ts';
import { customIdOf } from '@handover/contract/custom-filter.ts';
import { useQuery } from '@tanstack/react-query';
import { customFieldsQuery } from '#shared/customers/custom-fields.ts';
import { useUser } from '#shared/session/session-context.tsx';

/** The workspace's own fields, asked for where an entry names one, by those who may read them. */
export function useChangedFields(entries: readonly Activity[]): readonly CustomField[] {
  const { areas } = useUser();
  const isNamed = entries.some(({ changedFields }) => changedFields.some((key) => customIdOf(key) !== null));
  return useQuery({ ...customFieldsQuery(), enabled: isNamed && areas.includes('users') }).data?.all ?? [];
}
