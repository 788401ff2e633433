import {
  createMailTemplate,
  deleteMailTemplate,
  updateMailTemplate,
  type MailTemplate,
} from '@handover/contract/mail-templates.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { newSubmitKey } from '#shared/api/submit-key.ts';

export interface TemplateValues {
  name: string;
  subject: string;
  html: string;
  isShared: boolean;
}

interface TemplateMutations {
  /** Creates a template, or updates `template`. Rejects with the server's error. */
  save: (template: MailTemplate | null, values: TemplateValues) => Promise<void>;
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
          ? send(createMailTemplate, { body: { ...content, isShared } }, { idempotencyKey: newSubmitKey() })
          : send(updateMailTemplate, {
              params: { id: template.id },
              body: { ...content, version: template.version },
            }),
      );
      toasts.done('Template saved');
    },
    remove: (template, onDone) =>
      mutate(() => send(deleteMailTemplate, { params: { id: template.id } }), {
        onSuccess: () => {
          toasts.done(`“${template.name}” was deleted`);
          onDone();
        },
        onError: (error) => toasts.failed(messageOf(error)),
      }),
    isPending,
  };
}
