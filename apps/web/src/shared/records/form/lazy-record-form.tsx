import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { RecordFormDialogProps } from './record-form-dialog.tsx';
import type { FormRecord, RecordForm } from './record-form.ts';

type DialogProps<R extends FormRecord> = Omit<RecordFormDialogProps<R>, 'form'>;

/** The dialog of a form; both load when it opens. */
export function lazyRecordForm<R extends FormRecord>(
  load: () => Promise<RecordForm<R>>,
): LazyExoticComponent<ComponentType<DialogProps<R>>> {
  return lazy(async () => {
    const [{ RecordFormDialog }, form] = await Promise.all([import('./record-form-dialog.tsx'), load()]);
    return { default: (props: DialogProps<R>) => <RecordFormDialog form={form} {...props} /> };
  });
}
