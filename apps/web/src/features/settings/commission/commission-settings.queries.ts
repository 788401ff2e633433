import {
  commissionSettings,
  getCommissionSettings,
  updateCommissionSettings,
  type CommissionSettings,
} from '@handover/contract/commission/commission-settings.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useVersionedSave, type VersionedSave } from '#shared/forms/versioned-save.tsx';

type SettingsParts = Pick<CommissionSettings, 'feeTables' | 'stageWeights'>;
/** Returns the part of the settings to replace, given the current settings, which may have changed since. */
type SettingsChange = (current: SettingsParts) => Partial<SettingsParts>;

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

/** Replaces a part of the settings; the others do not change. */
export function useSaveCommissionSettings({
  settings,
  done,
  onRecord,
  onError,
}: SaveOptions): VersionedSave<CommissionSettings, SettingsChange> {
  const refresh = useRefresh();
  return useVersionedSave<CommissionSettings, SettingsChange>({
    version: settings.version,
    record: commissionSettings,
    done,
    write: async (change, version, theirs) => {
      const { feeTables, stageWeights } = theirs ?? settings;
      const body = { feeTables, stageWeights, ...change({ feeTables, stageWeights }), version };
      return (await send(updateCommissionSettings, { body })).commissionSettings;
    },
    onRecord: (saved) => {
      refresh({ noun: 'workspace', customerId: null });
      onRecord(saved);
    },
    onError,
  });
}
