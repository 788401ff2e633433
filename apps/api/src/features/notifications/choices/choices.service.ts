import {
  kindsFor,
  type NotificationChoices,
  type updateNotificationChoices,
} from '@handover/contract/notification-choices.ts';
import type { BodyOf } from '@handover/contract/endpoint.ts';
import { nextDigest } from '@handover/domain/digest-times.ts';
import { defaultDigest } from '#platform/notification-channels/default-digest.ts';
import { forbidden, invalidField, staleVersion } from '#lib/errors.ts';
import { choicesOf } from '#platform/notification-channels/channels.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findDigestSettings, isMember, storeDigest, storeKinds } from './choices.queries.ts';

type Chosen = BodyOf<typeof updateNotificationChoices>;

/** How the member hears of each kind that their role is told of, and when their next digest comes. */
export async function getChoices({ db, now }: Work, actor: Member): Promise<NotificationChoices> {
  const { timeZone } = actor;
  const row = await findDigestSettings(db, actor);
  const digest =
    row === null ? defaultDigest : { hour: row.hour, weekdays: row.weekdays, withTasks: row.with_tasks };
  const next = nextDigest({ ...digest, timeZone }, { after: now, lastOn: row?.last_on ?? null });
  return {
    version: row?.version ?? 0,
    kinds: (await isMember(db, actor)) ? await choicesOf(db, actor) : [],
    digest: { ...digest, weekdays: [...digest.weekdays] },
    timeZone,
    nextDigestAt: next.at.toISOString(),
  };
}

/** Stores them as they stand then. Throws INVALID_INPUT, FORBIDDEN for who is no member, STALE_VERSION with those that hold. */
export async function updateChoices(
  work: Work,
  actor: Member,
  { version, kinds, digest }: Chosen,
): Promise<NotificationChoices> {
  if (!(await isMember(work.db, actor))) throw forbidden('This workspace has nothing to tell you.');
  const known = kindsFor(actor.role);
  const isOnce = new Set(kinds.map(({ type }) => type)).size === kinds.length;
  if (!isOnce || !kinds.every(({ type }) => known.includes(type)))
    throw invalidField('kinds', 'Name each kind that your role is told of, once');
  const { timeZone } = actor;
  const row = await findDigestSettings(work.db, actor);
  const weekdays = [...new Set(digest.weekdays)].toSorted((one, other) => one - other);
  const plan = { ...digest, weekdays, timeZone };
  const next = nextDigest(plan, { after: work.now, lastOn: row?.last_on ?? null });
  const isCurrent = await storeDigest(work.db, actor, { digest: { ...plan, ...next }, version });
  if (!isCurrent) throw staleVersion(await getChoices(work, actor));
  await storeKinds(work.db, actor, kinds);
  return getChoices(work, actor);
}
