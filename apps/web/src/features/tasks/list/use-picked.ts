import type { Task } from '@handover/contract/tasks.ts';
import { useState } from 'react';

export interface Picked {
  tasks: readonly Task[];
  has: (task: Task) => boolean;
  /** Selects tasks, or leaves them out. */
  pick: (tasks: readonly Task[], isPicked: boolean) => void;
  clear: () => void;
}

/** Which of the tasks on screen are selected; what left the list leaves the selection. */
export function usePicked(tasks: readonly Task[]): Picked {
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  return {
    tasks: tasks.filter(({ id }) => held.has(id)),
    has: ({ id }) => held.has(id),
    pick: (chosen, isPicked) =>
      setHeld((last) => {
        const ids = new Set(chosen.map(({ id }) => id));
        const others = [...last].filter((id) => !ids.has(id));
        return new Set(isPicked ? [...others, ...ids] : others);
      }),
    clear: () => setHeld(new Set()),
  };
}
