import {
  getProfileVersion,
  listBusinessProfiles,
  listProfileViews,
  type Profile,
  type ProfileReading,
} from '@handover/contract/profiles.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';
import { useChange, type ChangeOptions } from '#shared/api/use-change.ts';

/** Teaser and CIM of a business, if they exist. */
export const profilesQuery = (businessId: string): QueryFor<Profile[]> =>
  oneQuery({
    queryKey: ['business', 'all', 'profiles', businessId],
    queryFn: async ({ signal }) =>
      (await send(listBusinessProfiles, { params: { id: businessId } }, { signal })).profiles,
  });

/** A version never changes. */
export const versionQuery = (id: string, number: number): QueryFor<ProfileReading> =>
  oneQuery({
    queryKey: ['business', 'all', 'profile-version', id, number],
    queryFn: async ({ signal }) =>
      (await send(getProfileVersion, { params: { id, number } }, { signal })).reading,
  });

/** Newest first. */
export const profileViewsQuery = (id: string): PagesFor<ResponseOf<typeof listProfileViews>> =>
  pagesQuery({
    queryKey: ['business', 'all', 'profile-views', id],
    fetchPage: ({ cursor, signal }) =>
      send(listProfileViews, { params: { id }, query: { cursor } }, { signal }),
  });

/** A mutation of a profile. Reloads every list of profiles. `onError` is called in addition to showing a toast. */
export function useProfileChange<Input, Answer>({
  act,
  onError,
  ...change
}: Omit<ChangeOptions<Input, Answer>, 'scope'>): ReturnType<typeof useChange<Input, Answer>> {
  const toasts = useToasts();
  const client = useQueryClient();
  return useChange(['business'], {
    ...change,
    act: async (input: Input) => {
      const answer = await act(input);
      await client.invalidateQueries({ queryKey: ['business', 'all', 'profiles'] });
      await client.invalidateQueries({ queryKey: ['business', 'all', 'own-profiles'] });
      return answer;
    },
    onError: (error) => {
      toasts.failed(getErrorMessage(error));
      onError?.(error);
    },
  });
}
