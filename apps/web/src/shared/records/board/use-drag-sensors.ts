import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';

/** Starts a drag with a moving mouse or a resting finger. */
export function useDragSensors(): ReturnType<typeof useSensors> {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves immediately scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
}
