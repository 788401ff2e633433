import { useSyncExternalStore } from 'react';

/**
 * Settings of this browser. Each is stored by its name and set as an attribute of the page for style sheets. index.html
 * sets both before the first paint; main.tsx loads the colors of the dark theme.
 */
const choices = { theme: 'dark', nav: 'rail' } as const;
type Choice = keyof typeof choices;

const listeners = new Set<() => void>();

/** Whether the setting is on, and a function that toggles it. */
export function useAppearance(choice: Choice): [isOn: boolean, toggle: () => void] {
  const isOn = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset[choice] === choices[choice],
  );
  return [isOn, () => void choose(choice, !isOn)];
}

/** Adds a fragment to the URL of an email frame, so that the frame follows the theme. */
export function useFrameUrl(): (url: string) => string {
  const [isDark] = useAppearance('theme');
  return (url) => (isDark ? `${url}#dark` : url);
}

async function choose(choice: Choice, isOn: boolean): Promise<void> {
  if (choice === 'theme' && isOn) await import('@handover/ui-lite/tokens/dark.generated.css');
  const { dataset, style } = document.documentElement;
  if (isOn) {
    dataset[choice] = choices[choice];
    localStorage.setItem(choice, choices[choice]);
  } else {
    delete dataset[choice];
    localStorage.removeItem(choice);
  }
  if (choice === 'theme') style.colorScheme = isOn ? 'dark' : '';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
