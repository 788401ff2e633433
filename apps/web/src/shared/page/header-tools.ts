import { createContext } from 'react';

/** The place in the header for tools that need what the working area stands on; null until it is drawn. */
export const HeaderToolsContext = createContext<HTMLElement | null>(null);
