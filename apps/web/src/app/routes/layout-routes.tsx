import { lazy, type ReactElement } from 'react';
import { type RouteObject, useRoutes } from 'react-router';
import { GuardedPage, mainLayout } from './pages.tsx';
import { catchAllEntries, routeTable } from './route-table.ts';

const NotFound = lazy(() => import('#app/errors/not-found.tsx'));

const routes: RouteObject[] = [
  {
    element: <mainLayout.Page />,
    children: [...routeTable, ...catchAllEntries].map((entry) => ({
      path: entry.path,
      element: <GuardedPage entry={entry} />,
    })),
  },
  { path: '404', element: <NotFound /> },
  { path: '*', element: <NotFound /> },
];

/** The pages inside the layout, and the page-not-found screen. */
export default function LayoutRoutes(): ReactElement | null {
  return useRoutes(routes);
}
