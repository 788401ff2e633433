import { personas, type Persona } from './callers.ts';

export type Expected = Readonly<Record<Persona, number>>;

/** They have the same access as any other client of the workspace. */
const formers: readonly Persona[] = ['formerAdvisor', 'formerBuyer'];
const columns = personas.filter((persona) => !formers.includes(persona));

/** One status per persona, in the order of `personas`; those whose grants ended get the status of `otherClient`. */
export function row(...statuses: readonly number[]): Expected {
  if (statuses.length !== columns.length) throw new Error('One status per persona');
  const otherClient = statuses[columns.indexOf('otherClient')];
  return Object.fromEntries(
    personas.map((persona) => [
      persona,
      formers.includes(persona) ? otherClient : statuses[columns.indexOf(persona)],
    ]),
  ) as Expected;
}

export const everyone = (status: number): Expected => row(...columns.map(() => status));

/** Columns: guest, banned, nobody, client, client elsewhere, other client, advisor, buyer, staff, out of scope, closed, elsewhere, admin, superadmin. */
export const list = (ok: number): Expected =>
  row(401, 401, 403, 403, 403, 403, 403, 403, ok, ok, 403, ok, ok, ok);
export const staffRecord = (ok: number): Expected =>
  row(401, 401, 403, 404, 404, 404, 404, 404, ok, 404, 404, 404, ok, ok);
/** Own or shared with them: the advisor's grant is for viewing. */
export const clientRecord = (ok: number): Expected =>
  row(401, 401, 403, ok, 404, 404, ok, 404, ok, 404, 404, 404, ok, ok);
export const adminOnly = (ok: number): Expected =>
  row(401, 401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, ok, ok);
export const superadminOnly = (ok: number): Expected =>
  row(401, 401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, ok);
export const adminRecord = (ok: number): Expected =>
  row(401, 401, 403, 404, 404, 404, 404, 404, 403, 403, 404, 403, ok, ok);
/** Settings by id: hidden from staff even if all areas are closed to them. */
export const adminItem = (ok: number): Expected =>
  row(401, 401, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, ok, ok);
/** The same, for the whole installation. */
export const superadminItem = (ok: number): Expected =>
  row(401, 401, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, ok);
export const session = (ok: number): Expected =>
  row(401, 401, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok);
/** A record that is Ada Admin's own: even a superadmin has no record with this ID. */
export const adasOwn = (ok: number): Expected =>
  row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, ok, 404);
export const member = (ok: number): Expected =>
  row(401, 401, 403, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok, ok);
