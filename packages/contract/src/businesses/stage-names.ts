import type { BusinessStage } from './business-stages.ts';

/** Default names of the stages, used if the workspace has not set one. */
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

/** The stage with a different name for the business owner, who does not see themselves as a lead. */
export const standardClientNames: Readonly<Partial<Record<BusinessStage, string>>> = {
  lead: 'Initial consultation',
};

/** The names that a workspace has changed. */
export type RenamedStages = { [stage in BusinessStage]?: string };
export type StageNames = Readonly<Record<BusinessStage, string>>;

/** The names shown to staff. */
export function getStageNames(renamed: RenamedStages): StageNames {
  return { ...standardStageNames, ...renamed };
}

/** The names shown to clients: the client name of a stage, or else the workspace's name. */
export function getClientStageNames(renamed: RenamedStages): StageNames {
  return { ...standardStageNames, ...standardClientNames, ...renamed };
}
