import * as z from 'zod/mini';
import { businessStages, mapStages, isClosed, type BusinessStage } from './business-stages.ts';
import { line } from '../http/common.ts';
import {
  getClientStageNames,
  getStageNames,
  standardClientNames,
  type RenamedStages,
  type StageNames,
} from './stage-names.ts';

export const stageNameMaxLength = 40;
/**
 * An open business that stays in one stage for longer counts as stalled, unless the workspace sets a different limit.
 */
export const defaultStalledDays = 30;
export const maxStalledDays = 365;

/** A workspace's names for a stage. Null means the product's name. */
export const stageSetting = z.object({
  name: z.nullable(z.string()),
  /** The name shown to clients instead. */
  clientName: z.nullable(z.string()),
  /** Days in the stage after which a business counts as stalled; not used for closed stages. */
  stuckAfterDays: z.int(),
});
export type StageSetting = z.infer<typeof stageSetting>;

/** The stages themselves are fixed, because the allowed moves depend on them. */
export const pipeline = z.record(z.enum(businessStages), stageSetting);
export type Pipeline = z.infer<typeof pipeline>;

export const standardPipeline: Pipeline = mapStages(() => ({
  name: null,
  clientName: null,
  stuckAfterDays: defaultStalledDays,
}));

const stageName = z.nullable(line(stageNameMaxLength));

/** All stages in one request, so that names can be compared. */
export const pipelineBody = z
  .record(
    z.enum(businessStages),
    z.strictObject({
      name: stageName,
      clientName: stageName,
      stuckAfterDays: z
        .int('Enter whole days')
        .check(
          z.minimum(1, 'At least 1 day'),
          z.maximum(maxStalledDays, `At most ${String(maxStalledDays)} days`),
        ),
    }),
  )
  .check(({ value, issues }) => {
    for (const [stage, field] of findDuplicateNames(value))
      issues.push({
        code: 'custom',
        input: value[stage][field],
        path: [stage, field],
        message: 'Stage names must be unique',
      });
  });

/** The names that differ from the product's. In `client`, names set for clients take precedence. */
export function getRenamedStages(settings: Pipeline): { staff: RenamedStages; client: RenamedStages } {
  const staff: RenamedStages = {};
  const client: RenamedStages = {};
  for (const stage of businessStages) {
    const { name, clientName } = settings[stage];
    const forClients = clientName ?? (Object.hasOwn(standardClientNames, stage) ? null : name);
    if (name !== null) staff[stage] = name;
    if (forClients !== null) client[stage] = forClients;
  }
  return { staff, client };
}

/** The number of days, if it is the same for all open stages; otherwise null. */
export function findCommonStalledDays(settings: Pipeline): number | null {
  const days = new Set(
    businessStages.filter((stage) => !isClosed(stage)).map((stage) => settings[stage].stuckAfterDays),
  );
  const [first = null] = days;
  return days.size === 1 ? first : null;
}

type NameField = 'name' | 'clientName';

/** For each two stages with the same displayed name, the second one, and the field that causes it. */
function findDuplicateNames(settings: Pipeline): (readonly [BusinessStage, NameField])[] {
  const { staff, client } = getRenamedStages(settings);
  const isTyped = (stage: BusinessStage): boolean => settings[stage].clientName !== null;
  const forStaff = findDuplicateStages(getStageNames(staff), (stage) => settings[stage].name !== null);
  // Clients see the office's name if there is no separate one, so such a duplicate is listed only once.
  const forClients = findDuplicateStages(getClientStageNames(client), isTyped).filter(
    (stage) => isTyped(stage) || !forStaff.includes(stage),
  );
  return [
    ...forStaff.map((stage) => [stage, 'name'] as const),
    ...forClients.map((stage) => [stage, 'clientName'] as const),
  ];
}

/** Of two equal names, the custom one is reported; if both are custom, the later one. */
function findDuplicateStages(names: StageNames, isTyped: (stage: BusinessStage) => boolean): BusinessStage[] {
  const order = [...businessStages].sort((one, other) => Number(isTyped(one)) - Number(isTyped(other)));
  const taken = new Set<string>();
  return order.filter((stage) => {
    const key = names[stage].toLowerCase();
    if (taken.has(key)) return true;
    taken.add(key);
    return false;
  });
}
