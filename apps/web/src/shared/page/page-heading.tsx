import { createContext, useContext, useEffect, type Dispatch } from 'react';

/** The breadcrumb title of the header: the page's only h1, with a line and an icon. */
export interface PageHeading {
  title: string;
  description: string;
  icon: string;
}

/** Provided by the layout, which shows the route's heading until the page sets its own. */
export const PageHeadingContext = createContext<Dispatch<Partial<PageHeading> | null>>(() => undefined);

/** Shows the name of the record, and optionally a line about it, in the header instead of the route's title. */
export function usePageHeading({
  title,
  description,
}: {
  title?: string | undefined;
  description?: string | undefined;
}): void {
  const setHeading = useContext(PageHeadingContext);
  useEffect(() => {
    setHeading({ ...(title !== undefined && { title }), ...(description !== undefined && { description }) });
    return () => setHeading(null);
  }, [setHeading, title, description]);
}

/** The slot in the header for tools that need the providers of the signed-in area; null until it is rendered. */
export const HeaderToolsContext = createContext<HTMLElement | null>(null);
