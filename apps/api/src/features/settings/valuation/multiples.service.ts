import type { BusinessType } from '@handover/contract/business-list.ts';
import { deliveredMultiple } from '@handover/contract/delivered-tables.ts';
import type { ValuationMultiple } from '@handover/contract/valuation-tables.ts';
import type { ValuationMethod } from '@handover/domain/valuation/valuation.ts';
import { notFound, staleVersion } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findMultiple, setMultiple, type MultipleValues } from './valuation-tables.queries.ts';

type Place = { readonly type: BusinessType; readonly method: ValuationMethod };

/** Sets what a type sells for by a method, on open pages too. Throws STALE_VERSION with the row as it stands. */
export async function changeMultiple(
  work: Work,
  actor: Member,
  { type, method, version, ...values }: Place & MultipleValues & { readonly version: number },
): Promise<ValuationMultiple> {
  const key = { workspaceId: actor.workspaceId, type, method };
  const before = await findMultiple(work.db, key);
  if (before === null) throw notFound('multiple');
  const after = await setMultiple(work.db, { ...key, version, values });
  if (after === null) throw staleVersion(await findMultiple(work.db, key));
  work.audit({ type, method, from: valuesOf(before), to: valuesOf(after) });
  work.publish({ workspaceId: actor.workspaceId, noun: 'workspace', id: actor.workspaceId });
  return after;
}

/** Sets a row back to what was delivered. Throws like `changeMultiple`. */
export function resetMultiple(
  work: Work,
  actor: Member,
  place: Place & { readonly version: number },
): Promise<ValuationMultiple> {
  return changeMultiple(work, actor, { ...deliveredMultiple(place.type, place.method), ...place });
}

function valuesOf({ low, high, source, asOf, confidence, note }: ValuationMultiple): MultipleValues {
  return { low, high, source, asOf, confidence, note };
}
