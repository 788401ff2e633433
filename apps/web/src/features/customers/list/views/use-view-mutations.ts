import {
  createSavedView,
  deleteSavedView,
  restoreSavedView,
  updateSavedView,
  type SavedView,
} from '@handover/contract/saved-views.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { savedViewsQuery } from './views.queries.ts';

export type ViewChange = Partial<Pick<SavedView, 'name' | 'isShared' | 'settings'>>;

interface ViewMutations {
  create: (
    view: Pick<SavedView, 'name' | 'isShared' | 'settings'>,
    onDone: (view: SavedView) => void,
  ) => void;
  change: (view: SavedView, change: ViewChange, onDone?: () => void) => void;
  remove: (view: SavedView, onDone: () => void) => void;
  isPending: boolean;
}

/** What can be done with saved views. */
export function useViewMutations(): ViewMutations {
  const client = useQueryClient();
  const toasts = useToasts();
  const submit = useSubmitKey();
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) =>
      toasts.failed(
        error instanceof ApiError && error.code === 'STALE_VERSION'
          ? 'Somebody else has just changed this view. Look at it again.'
          : messageOf(error),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: savedViewsQuery().queryKey }),
  });
  const keep = (view: SavedView): void =>
    void client.setQueryData(savedViewsQuery().queryKey, (views) => [
      ...(views ?? []).filter(({ id }) => id !== view.id),
      view,
    ]);
  return {
    create: (body, onDone) =>
      mutate(async () => {
        const { savedView } = await send(createSavedView, { body }, { idempotencyKey: submit.keyFor(body) });
        submit.renew();
        keep(savedView);
        onDone(savedView);
      }),
    change: ({ id, version }, change, onDone) =>
      mutate(async () => {
        const { savedView } = await send(updateSavedView, { params: { id }, body: { version, ...change } });
        client.setQueryData(savedViewsQuery().queryKey, (views) =>
          views?.map((view) => (view.id === id ? savedView : view)),
        );
        toasts.done(`${savedView.name} is saved`);
        onDone?.();
      }),
    remove: ({ id, name }, onDone) =>
      mutate(async () => {
        await send(deleteSavedView, { params: { id } });
        onDone();
        toasts.undoable(`${name} is deleted`, () => mutate(() => send(restoreSavedView, { params: { id } })));
      }),
    isPending,
  };
}
