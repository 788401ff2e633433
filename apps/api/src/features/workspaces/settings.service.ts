import { businessStages } from '@handover/contract/businesses/business-stages.ts';
import type { Pipeline, StageSetting } from '@handover/contract/businesses/pipeline.ts';
import type { UpdateWorkspace, WorkspaceSettings } from '@handover/contract/settings/workspace-settings.ts';
import { AppError, staleVersion } from '#lib/errors.ts';
import { readPipeline } from './workspaces.public.ts';
import { renameSender } from '#platform/mail/mail-server.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { hasOwnSecondStep } from '#platform/session/two-step.queries.ts';
import type { Work } from '#platform/work.ts';
import { presentWorkspace, getTwoStepGroup } from './workspaces.presenter.ts';
import { getWorkspace, updateWorkspace, type WorkspaceChange } from './workspaces.queries.ts';

type Row = Awaited<ReturnType<typeof getWorkspace>>;

/** Changes apply immediately, including on open pages. Throws STALE_VERSION with the current settings, and RULE_BROKEN for a two-step rule that would lock out the administrator. */
export async function changeSettings(
  work: Work,
  actor: Member,
  { version, ...input }: UpdateWorkspace,
): Promise<WorkspaceSettings> {
  const { workspaceId } = actor;
  const before = await getWorkspace(work.db, workspaceId);
  await assertNotLockedOut(work, actor, { before, input });
  const change = { ...toChange(input), ...toTwoStepChange(before, input, work.now) };
  const row = await updateWorkspace(work.db, { workspaceId, version, change });
  if (row === null) throw staleVersion(presentWorkspace(await getWorkspace(work.db, workspaceId)));
  if (row.name !== before.name) await renameSender(work.db, { workspaceId, from: before.name, to: row.name });
  work.audit({
    changed: Object.keys(change),
    ...describeTwoStep(before, row),
    ...describeRetention(before, row),
    ...describePipeline(readPipeline(before.pipeline), readPipeline(row.pipeline)),
  });
  work.publish({ workspaceId, noun: 'workspace', id: workspaceId, version: row.version });
  return presentWorkspace(row);
}

type Input = Omit<UpdateWorkspace, 'version'>;

/** An administrator who requires two-step sign-in must use it. */
async function assertNotLockedOut(
  { db }: Work,
  { userId, sessionId }: Member,
  { before, input }: { before: Row; input: Input },
): Promise<void> {
  if (input.twoStepFor === undefined && input.twoStepGraceDays === undefined) return;
  if ((input.twoStepFor ?? getTwoStepGroup(before)) === 'nobody') return;
  if (await hasOwnSecondStep(db, { userId, sessionId })) return;
  const message =
    'This rule would lock you out. Set up two-step sign-in under “Your account” first, or sign in with a passkey.';
  throw new AppError('RULE_BROKEN', message, { errors: [{ path: 'twoStepFor', message }] });
}

/** Members who were already affected keep their deadline. */
function toTwoStepChange(before: Row, { twoStepFor, twoStepGraceDays }: Input, now: Date): WorkspaceChange {
  return {
    ...(twoStepGraceDays === undefined ? {} : { two_step_grace_days: twoStepGraceDays }),
    ...(twoStepFor === undefined
      ? {}
      : {
          admins_two_step_since: twoStepFor === 'nobody' ? null : (before.admins_two_step_since ?? now),
          staff_two_step_since: twoStepFor === 'staff' ? (before.staff_two_step_since ?? now) : null,
        }),
  };
}

function describeTwoStep(before: Row, after: Row): Record<string, unknown> {
  const [from, to] = [getTwoStepGroup(before), getTwoStepGroup(after)];
  const graceDays = after.two_step_grace_days;
  if (from === to && before.two_step_grace_days === graceDays) return {};
  return { twoStep: { from, to, graceDays } };
}

/** The changed retention periods. */
function describeRetention(before: Row, after: Row): Record<string, unknown> {
  const of = (row: Row) => ({
    trashDays: row.trash_retention_days,
    closedDealYears: row.closed_deal_retention_years,
  });
  const [from, to] = [of(before), of(after)];
  const isUnchanged = from.trashDays === to.trashDays && from.closedDealYears === to.closedDealYears;
  return isUnchanged ? {} : { retention: { from, to } };
}

/** The new settings of each changed stage. */
function describePipeline(before: Pipeline, after: Pipeline): Record<string, unknown> {
  const changed = businessStages.filter((stage) => !isSame(before[stage], after[stage]));
  if (changed.length === 0) return {};
  return { stages: Object.fromEntries(changed.map((stage) => [stage, after[stage]])) };
}

function isSame(one: StageSetting, other: StageSetting): boolean {
  return (
    one.name === other.name &&
    one.clientName === other.clientName &&
    one.stuckAfterDays === other.stuckAfterDays
  );
}

/** Only the columns in the request. */
function toChange({
  timeZone,
  postalAddress,
  staffAccess,
  recordScope,
  name,
  currency,
  announcement,
  trashRetentionDays,
  closedDealRetentionYears,
  pipeline,
}: Input): WorkspaceChange {
  return {
    ...(name === undefined ? {} : { name }),
    ...(currency === undefined ? {} : { currency }),
    ...(announcement === undefined ? {} : { announcement }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(postalAddress === undefined ? {} : { postal_address: postalAddress }),
    ...(staffAccess === undefined ? {} : { staff_access: staffAccess }),
    ...(recordScope === undefined ? {} : { record_scope: recordScope }),
    ...(trashRetentionDays === undefined ? {} : { trash_retention_days: trashRetentionDays }),
    ...(closedDealRetentionYears === undefined
      ? {}
      : { closed_deal_retention_years: closedDealRetentionYears }),
    ...(pipeline === undefined ? {} : { pipeline: JSON.stringify(pipeline) }),
  };
}
