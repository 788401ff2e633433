import type { Task } from '@handover/contract/tasks.ts';
import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';

/** Starts a drag with a moving mouse or a resting finger. */
export function useDragSensors(): ReturnType<typeof useSensors> {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves immediately scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
}

/** The dragged task, or null. */
export function carriedTask(data: Record<string, unknown> | undefined): Task | null {
  return isCarried(data) ? data.task : null;
}

function isCarried(data: Record<string, unknown> | undefined): data is { task: Task } {
  return data !== undefined && 'task' in data;
}
