import type { ReactElement } from 'react';
import { SettingsFrame } from '#features/settings/settings-frame.tsx';

/** Settings of the workspace, by section. */
export default function Settings(): ReactElement {
  return <SettingsFrame />;
}
