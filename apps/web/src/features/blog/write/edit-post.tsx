import { useParams } from 'react-router';
import { deletePost, restorePost, type ManagedPost } from '@handover/contract/posts.ts';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { usePageHeading } from '#shared/page/page-heading.tsx';
import { PostEditor } from './post-editor.tsx';
import { managedPostQuery } from './posts.queries.ts';

const toPosts = (
  <Button component={Link} to="/blog?view=manage" variant="outlined" color="inherit">
    All posts
  </Button>
);

/** blog/:slug/edit */
export default function EditPostPage(): ReactElement {
  const { slug = '' } = useParams();
  return <EditPost key={slug} slug={slug} />;
}

export function EditPost({ slug }: { slug: string }): ReactElement {
  const query = useQuery(managedPostQuery(slug));
  const { data: post, error } = query;
  const onDelete = useDelete();
  usePageHeading({ title: post?.title });
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        icon="solar:notebook-bold-duotone"
        title="Post not found"
        text="It may have been deleted, or it is someone else’s draft."
        action={toPosts}
      />
    );
  if (error !== null && post === undefined)
    return (
      <FailedState
        title="The post could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (post === undefined) return <Spinner isPage label="Loading the post" />;
  if (post.abilities.canUpdate) return <PostEditor post={post} onDelete={onDelete} />;
  return (
    <EmptyState
      icon="solar:lock-keyhole-bold-duotone"
      title="This post is published"
      text="Only an administrator can change it now."
      action={toPosts}
    />
  );
}

function useDelete(): (post: ManagedPost) => void {
  const toasts = useToasts();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const onError = (error: Error): void => toasts.failed(getErrorMessage(error));
  const onSettled = (): void => refresh({ noun: 'post', customerId: null });
  const restore = useMutation({
    mutationFn: (id: string) => send(restorePost, { params: { id } }),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: ManagedPost) => send(deletePost, { params: { id } }),
    onSuccess: (_nothing, { id }) => {
      toasts.undoable('Post deleted', () => restore.mutate(id));
      void navigate('/blog?view=manage');
    },
    onError,
    onSettled,
  });
  return (post) => remove.mutate(post);
}
