import { customIdOf } from '@handover/contract/custom-filter.ts';
import type { ImportMapping } from '@handover/contract/imports.ts';
import type { Db } from '#db/client.ts';
import { listActiveFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import { toMapping } from '../imports.presenter.ts';
import { guessMapping, headerHash } from './guess-mapping.ts';
import { findRememberedMapping } from './remembered.queries.ts';

export type StartingMapping = {
  readonly mapping: ImportMapping;
  readonly headerHash: string;
  readonly isRemembered: boolean;
};

/** Where the columns of a file go until somebody says otherwise: as in the last file with this header, or guessed. */
export async function startingMapping(
  db: Db,
  { workspaceId, columns }: { workspaceId: string; columns: readonly string[] },
): Promise<StartingMapping> {
  const hash = headerHash(columns);
  const fields = await listActiveFields(db, { workspaceId, recordType: 'customer' });
  const stored = await findRememberedMapping(db, { workspaceId, headerHash: hash });
  if (stored === null)
    return { mapping: guessMapping(columns, fields), headerHash: hash, isRemembered: false };
  const known = Object.entries(toMapping(stored)).filter(([, target]) => {
    const fieldId = customIdOf(target);
    return fieldId === null || fields.some(({ id }) => id === fieldId);
  });
  return { mapping: Object.fromEntries(known), headerHash: hash, isRemembered: true };
}
