import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import type { Task } from '@handover/contract/tasks.ts';

/** What begins a drag: a mouse that moves with its button down, and a finger that rests first. */
export function useDragSensors(): ReturnType<typeof useSensors> {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
}

/** The task that a drag carries as `{ task }`. */
export function carriedTask(data: Record<string, unknown> | undefined): Task | null {
  return isCarried(data) ? data.task : null;
}

function isCarried(data: Record<string, unknown> | undefined): data is { task: Task } {
  return data !== undefined && 'task' in data;
}
