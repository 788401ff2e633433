import {
  createMailTemplate,
  deleteMailTemplate,
  updateMailTemplate,
  type MailTemplate,
} from '@handover/contract/conversations/mail-templates.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { createSubmitKey } from '#shared/api/submit-key.ts';

export interface TemplateValues {
  name: string;
  subject: string;
  html: string;
  isShared: boolean;
}

interface TemplateMutations {
  /** Creates a template, or updates `template`. Rejects with the server's error. */
  save: (template: MailTemplate | null, values: TemplateValues) => Promise<void>;
  /** Creates several templates, with an undo. */
  addAll: (templates: readonly TemplateValues[]) => void;
  remove: (template: MailTemplate, onDone: () => void) => void;
  isPending: boolean;
}

export function useTemplateMutations(): TemplateMutations {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutateAsync, mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => refresh({ noun: 'template', customerId: null }),
  });
  return {
    save: async (template, { isShared, ...content }) => {
      await mutateAsync(() =>
        template === null
          ? send(
              createMailTemplate,
              { body: { ...content, isShared } },
              { idempotencyKey: createSubmitKey() },
            )
          : send(updateMailTemplate, {
              params: { id: template.id },
              body: { ...content, version: template.version },
            }),
      );
      toasts.done('Template saved');
    },
    addAll: (templates) => {
      let ids: readonly string[] = [];
      const create = async (): Promise<void> => {
        ids = await createAll(templates);
      };
      mutate(create, {
        onSuccess: () =>
          toasts.undoable(`${String(ids.length)} templates added`, () => mutate(() => deleteAll(ids))),
        onError: (error) => toasts.failed(getErrorMessage(error)),
      });
    },
    remove: (template, onDone) =>
      mutate(() => send(deleteMailTemplate, { params: { id: template.id } }), {
        onSuccess: () => {
          toasts.done(`“${template.name}” was deleted`);
          onDone();
        },
        onError: (error) => toasts.failed(getErrorMessage(error)),
      }),
    isPending,
  };
}

/** One after another, so that they are listed in their order. */
async function createAll(templates: readonly TemplateValues[]): Promise<string[]> {
  const ids: string[] = [];
  for (const body of templates) {
    const { mailTemplate } = await send(createMailTemplate, { body }, { idempotencyKey: createSubmitKey() });
    ids.push(mailTemplate.id);
  }
  return ids;
}

async function deleteAll(ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => send(deleteMailTemplate, { params: { id } })));
}
