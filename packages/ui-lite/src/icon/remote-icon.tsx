import { addAPIProvider, Icon } from '@iconify/react';
import type { ReactElement, ReactNode } from 'react';

/** Hosts for icons named only in content, tried in turn. */
export const iconProvider = {
  resources: ['https://api.iconify.design', 'https://api.simplesvg.com', 'https://api.unisvg.com'],
  rotate: 750,
  timeout: 5000,
  maxURL: 500,
};

addAPIProvider('', iconProvider);

interface RemoteIconProps {
  name: string;
  size: number;
  fallback: ReactNode;
}

export default function RemoteIcon({ name, size, fallback }: RemoteIconProps): ReactElement {
  return <Icon icon={name} width={size} height={size} fallback={fallback} />;
}
