import { getDefaultStateRule } from '@handover/contract/businesses/default-state-rules.ts';
import type { StateRule } from '@handover/contract/businesses/state-rules.ts';
import { notFound, staleVersion } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findStateRule } from '../settings.public.ts';
import { setStateRule, type StateRuleValues } from './state-rules.queries.ts';

type Change = { readonly state: string; readonly version: number };

/** Applies immediately, including on open pages. Throws STALE_VERSION with the current rules. */
export async function changeStateRule(
  work: Work,
  actor: Member,
  { state, version, ...values }: Change & StateRuleValues,
): Promise<StateRule> {
  const key = { workspaceId: actor.workspaceId, state };
  const before = await findStateRule(work.db, key);
  if (before === null) throw notFound('state');
  const after = await setStateRule(work.db, { ...key, version, values });
  if (after === null) throw staleVersion(await findStateRule(work.db, key));
  work.audit({ state, from: toValues(before), to: toValues(after) });
  work.publish({ workspaceId: actor.workspaceId, noun: 'workspace', id: actor.workspaceId });
  return after;
}

/** Resets the rules of a state to their defaults. Throws like `changeStateRule`. */
export function resetStateRule(work: Work, actor: Member, change: Change): Promise<StateRule> {
  return changeStateRule(work, actor, { ...getDefaultStateRule(change.state), ...change });
}

function toValues({ brokerLicense, con, source, asOf, confidence, note }: StateRule): StateRuleValues {
  return { brokerLicense, con, source, asOf, confidence, note };
}
