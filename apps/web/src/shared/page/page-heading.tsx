import { createContext, useContext, useEffect, type Dispatch } from 'react';

/** The breadcrumb title of the header: the page's only h1, with a line and an icon. */
export interface PageHeading {
  title: string;
  description: string;
  icon: string;
}

/** Given by the layout, which shows the route's own heading until a page says more. */
export const PageHeadingContext = createContext<Dispatch<Partial<PageHeading> | null>>(() => undefined);

/** Puts the name of the record (and a line about it) into the header in place of the route's title. */
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

/** The slot in the header for tools that need the working area's providers; null until it is rendered. */
export const HeaderToolsContext = createContext<HTMLElement | null>(null);
