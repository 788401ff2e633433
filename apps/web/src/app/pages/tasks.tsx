import type { ReactElement } from 'react';
import { TasksScreen } from '#features/tasks/screen/tasks-screen.tsx';

/** admin/tasks */
export default function Tasks(): ReactElement {
  return <TasksScreen />;
}
