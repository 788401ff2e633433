import type { ComponentType } from 'react';
import type { PageHeading } from '#shared/page/page-heading.tsx';
import type { Requirement } from './access.ts';

/** A screen inside the layout. */
export interface RouteEntry extends PageHeading {
  /** As in the specification, without the leading slash; `:id` stands for its `{id}`. */
  readonly path: string;
  readonly requires: Requirement;
  /** The page's module. Without one the placeholder shows. */
  readonly load?: () => Promise<{ default: ComponentType }>;
}
