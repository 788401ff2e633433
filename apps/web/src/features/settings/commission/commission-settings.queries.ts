import {
  commissionSettings,
  getCommissionSettings,
  updateCommissionSettings,
  type CommissionSettings,
} from '@handover/contract/commission-settings.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useVersionedSave, type VersionedSave } from '../versioned-save.tsx';

type SettingsChange = Partial<Pick<CommissionSettings, 'feeTables' | 'stageWeights'>>;

export const commissionSettingsQuery = (): QueryFor<CommissionSettings> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'commission-settings'],
    queryFn: async ({ signal }) => (await send(getCommissionSettings, {}, { signal })).commissionSettings,
  });

interface SaveOptions {
  settings: CommissionSettings;
  /** The toast. */
  done: string;
  onRecord: (settings: CommissionSettings) => void;
  onError: (error: Error) => void;
}

/** Replaces a part of the settings; the others stay as they were read. */
export function useSaveCommissionSettings({
  settings: { feeTables, stageWeights, version },
  done,
  onRecord,
  onError,
}: SaveOptions): VersionedSave<CommissionSettings, SettingsChange> {
  const refresh = useRefresh();
  return useVersionedSave<CommissionSettings, SettingsChange>({
    version,
    record: commissionSettings,
    done,
    write: async (change, seen) => {
      const body = { feeTables, stageWeights, ...change, version: seen };
      return (await send(updateCommissionSettings, { body })).commissionSettings;
    },
    onRecord: (settings) => {
      refresh({ noun: 'workspace', customerId: null });
      onRecord(settings);
    },
    onError,
  });
}
