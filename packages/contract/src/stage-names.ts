import type { BusinessStage } from './business-stages.ts';

/** What the stages are called where the workspace has no name of its own. */
export const standardStageNames: StageNames = {
  lead: 'Lead',
  valuation: 'Valuation',
  engaged: 'Engaged',
  packaging: 'Packaging',
  on_market: 'On market',
  under_offer: 'Under offer',
  sold: 'Sold',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};

/** The stage that has another name for its owner, who is no lead to themselves. */
export const standardClientNames: Readonly<Partial<Record<BusinessStage, string>>> = {
  lead: 'Initial consultation',
};

/** What a workspace calls otherwise than the product does. */
export type RenamedStages = { [stage in BusinessStage]?: string };
export type StageNames = Readonly<Record<BusinessStage, string>>;

/** What everybody who works here reads. */
export function stageNamesOf(renamed: RenamedStages): StageNames {
  return { ...standardStageNames, ...renamed };
}

/** What clients read: their own word for a stage, else the workspace's name for it. */
export function clientStageNamesOf(renamed: RenamedStages): StageNames {
  return { ...standardStageNames, ...standardClientNames, ...renamed };
}
