import {
  getInstallationSettings,
  type InstallationSettings,
} from '@handover/contract/installation-settings.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

/** The settings of the installation. */
export const installationQuery = (): QueryFor<InstallationSettings> =>
  oneQuery({
    queryKey: ['installation', 'all', 'settings'],
    queryFn: async ({ signal }) => (await send(getInstallationSettings, {}, { signal })).installation,
  });
