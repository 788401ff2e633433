import {
  installationSettings,
  updateInstallationSettings,
  type InstallationSettings,
} from '@handover/contract/installation-settings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { loadInstallation } from '#shared/installation/installation.ts';
import { useVersionedSave, type VersionedSave } from '../save/use-versioned-save.ts';
import type { InstallationChange } from './brand-form.ts';
import { installationQuery } from './installation.queries.ts';

interface SaveOptions {
  version: number;
  done: string;
  onRecord: (installation: InstallationSettings) => void;
  onError: (error: Error) => void;
}

/** Saves settings of the installation; this page's header follows, others with their next load. */
export function useSaveInstallation({
  onRecord,
  ...options
}: SaveOptions): VersionedSave<InstallationSettings, InstallationChange> {
  const client = useQueryClient();
  return useVersionedSave({
    ...options,
    record: installationSettings,
    write: async (change: InstallationChange, version) =>
      (await send(updateInstallationSettings, { body: { ...change, version } })).installation,
    onRecord: (installation) => {
      client.setQueryData(installationQuery().queryKey, installation);
      onRecord(installation);
      void loadInstallation();
    },
  });
}
