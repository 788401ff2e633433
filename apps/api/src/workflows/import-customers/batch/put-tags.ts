import { newId } from '#lib/ids.ts';
import { fold } from '#lib/text.ts';
import type { Work } from '#platform/work.ts';
import type { TakenPlan } from '../matching/plan-rows.ts';
import { addTags, noteTags, tagIdsByKey } from './tags.queries.ts';

/** Tags that customers did not have before, by customer. */
export type AddedTags = ReadonlyMap<string, readonly string[]>;

/** Gives customers the tags that their rows name; tags that are not there yet are made, and noted as the import's. */
export async function replaceCustomerTags(
  { db }: Work,
  { workspaceId, importId, plans }: { workspaceId: string; importId: string; plans: readonly TakenPlan[] },
): Promise<AddedTags> {
  const named = plans
    .flatMap(({ candidate, customerId }) =>
      candidate.tagNames.map((name) => ({ customerId, name, nameKey: fold(name) })),
    )
    .filter(({ nameKey }) => nameKey !== '');
  const tags = new Map(named.map(({ name, nameKey }) => [nameKey, { id: newId(), name, name_key: nameKey }]));
  // In one order everywhere, so that two imports do not wait for each other's tags.
  const inOrder = [...tags.values()].toSorted((one, other) => (one.name_key < other.name_key ? -1 : 1));
  const ids = await tagIdsByKey(db, { workspaceId, tags: inOrder });
  const made = inOrder.flatMap(({ id, name_key }) => (ids.get(name_key) === id ? [id] : []));
  await noteTags(db, { workspaceId, importId }, made);
  const links = named.flatMap(({ customerId, nameKey }) => {
    const tagId = ids.get(nameKey);
    return tagId === undefined ? [] : [{ customer_id: customerId, tag_id: tagId }];
  });
  const added = new Map<string, string[]>();
  for (const { customer_id, tag_id } of await addTags(db, { workspaceId, links }))
    added.set(customer_id, [...(added.get(customer_id) ?? []), tag_id]);
  return added;
}
