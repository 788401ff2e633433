import { clientStageNamesOf, stageNamesOf, type StageNames } from '@handover/contract/stage-names.ts';
import { useUser } from '#shared/session/session-context.tsx';

/** What the stages are called in the workspace, for who looks at them; it follows the settings while a page is open. */
export function useStageNames(): StageNames {
  const { role, stageNames } = useUser();
  return role === 'CLIENT' ? clientStageNamesOf(stageNames.client) : stageNamesOf(stageNames.staff);
}

/** What clients read, whoever looks. */
export function useClientStageNames(): StageNames {
  return clientStageNamesOf(useUser().stageNames.client);
}
