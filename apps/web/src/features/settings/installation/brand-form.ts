import type { BodyInput } from '@handover/contract/endpoint.ts';
import type {
  InstallationSettings,
  updateInstallationSettings,
} from '@handover/contract/installation-settings.ts';

/** The brand as the form holds it: text for every input, empty where there is nothing. */
export interface BrandValues {
  name: string;
  tagline: string;
  supportEmail: string;
  supportPhone: string;
  publicWorkspaceId: string;
}

export type InstallationChange = Omit<BodyInput<typeof updateInstallationSettings>, 'version'>;

/** What the form starts with. */
export function toBrandValues(one: InstallationSettings): BrandValues {
  return {
    name: one.name,
    tagline: one.tagline,
    supportEmail: one.supportEmail ?? '',
    supportPhone: one.supportPhone ?? '',
    publicWorkspaceId: one.publicWorkspaceId ?? '',
  };
}

/** The brand as the contract takes it. */
export function toBrandChange({
  name,
  tagline,
  supportEmail,
  supportPhone,
  publicWorkspaceId,
}: BrandValues): InstallationChange {
  return {
    name,
    tagline,
    supportEmail: orNull(supportEmail),
    supportPhone: orNull(supportPhone),
    publicWorkspaceId: orNull(publicWorkspaceId),
  };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
