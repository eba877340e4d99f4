import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { type StudentListName, type StudentProfile, studentCalls, studentLists } from '#contract/student.ts';
import { ApiError, ask } from '../../lib/api.ts';
import { removeIdempotencyKey, storedIdempotencyKey } from '../../lib/storedIdempotencyKey.ts';
import { useUpload } from '../../lib/upload.ts';
import { staleTimes } from '../client.ts';

/** The signed-in student's profile with seven of its eight lists; exam scores have a separate query. */
export const profileQuery = () =>
  queryOptions({
    queryKey: ['profile', 'student'],
    queryFn: ({ signal }) => ask(studentCalls.profile, { signal }),
    staleTime: staleTimes.profile,
  });

/** A student's lists are shorter than one page. */
const wholeList = { page_size: 100 };
/** The student's exam scores. */
export const examScoresQuery = () =>
  queryOptions({
    queryKey: ['profile', 'exam-scores'],
    queryFn: async ({ signal }) => (await ask(studentLists['exam-scores'].list, { query: wholeList, signal })).results,
    staleTime: staleTimes.list,
  });

/** All exams a score can be added for. */
export const examsQuery = () =>
  queryOptions({
    queryKey: ['students', 'exams'],
    queryFn: async ({ signal }) => (await ask(studentCalls.exams, { query: wholeList, signal })).results,
    staleTime: staleTimes.skills,
  });

/** Universities that match a search, 20 at most. */
export const universitiesQuery = (search: string) =>
  queryOptions({
    queryKey: ['students', 'universities', search],
    queryFn: async ({ signal }) => (await ask(studentCalls.universities, { query: { search, page_size: 20 }, signal })).results,
    staleTime: staleTimes.skills,
    placeholderData: keepPreviousData,
  });

/** Changes fields of the profile. */
export const useSaveProfile = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof studentCalls.update>) => ask(studentCalls.update, { body }),
    onSuccess: (profile) => {
      client.setQueryData(profileQuery().queryKey, profile);
      // The navigation shows the name.
      client.invalidateQueries({ queryKey: ['account'] });
    },
  });
};

type Entry = { id: number };
/** Field of the profile's reply that has each list. */
export const profileListFields = {
  education: 'education',
  experience: 'experiences',
  projects: 'projects',
  achievements: 'achievements',
  languages: 'languages',
  skills: 'skills',
  'social-links': 'social_links',
} as const satisfies Partial<Record<StudentListName, keyof StudentProfile>>;

/** Changes a list in the cache and refetches it. */
const changeEntries = (client: QueryClient, name: StudentListName, change: (before: Entry[]) => Entry[]) => {
  if (name === 'exam-scores') {
    client.setQueryData(examScoresQuery().queryKey, (before) => before && (change(before) as typeof before));
    client.invalidateQueries({ queryKey: examScoresQuery().queryKey });
    return;
  }
  const key = profileListFields[name];
  client.setQueryData(profileQuery().queryKey, (before) => before && { ...before, [key]: change(before[key]) });
  client.invalidateQueries({ queryKey: profileQuery().queryKey });
};

/** Name of the idempotency key of a new entry, which lasts until its reply: a lost reply leads to no second entry. */
const keyName = (name: StudentListName) => `entry:${name}`;

/** Adds an entry to one of the eight lists, or changes the entry `id`; shows it at once and refetches. */
export const useSaveEntry = (name: StudentListName) => {
  const client = useQueryClient();
  const { create, update } = studentLists[name];
  return useMutation({
    mutationFn: ({ id, body }: { id?: number; body: Record<string, unknown> }): Promise<Entry> => {
      // One call even when the platform changes: the old link is removed only when the new one is saved.
      if (name === 'social-links' && id !== undefined)
        return ask(studentCalls.upsertSocialLink, { body: { ...body, id } as BodyInput<typeof studentCalls.upsertSocialLink> });
      return (id === undefined
        ? ask(create, { body: body as never, idempotencyKey: storedIdempotencyKey(keyName(name), body) })
        : ask(update, { params: { id }, body: body as never })) as Promise<unknown> as Promise<Entry>;
    },
    onSuccess: (saved, { id }) => {
      if (id === undefined) removeIdempotencyKey(keyName(name));
      changeEntries(client, name, (before) =>
        // The reply to a second attempt may be in the list already.
        before.some((entry) => entry.id === (id ?? saved.id))
          ? before.map((entry) => (entry.id === (id ?? saved.id) ? saved : entry))
          : [saved, ...before],
      );
    },
    onError: (error, { id }) => {
      // Deleted elsewhere: refetch the list.
      if (id !== undefined && error instanceof ApiError && error.status === 404) changeEntries(client, name, (before) => before);
    },
  });
};

/** Removes an entry of one of the eight lists. */
export const useRemoveEntry = (name: StudentListName) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      try {
        await ask(studentLists[name].remove, { params: { id } });
      } catch (error) {
        // Removed already: by an attempt whose reply was lost, or on another device.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: (_, id) => {
      // The same content added after this is a new entry.
      removeIdempotencyKey(keyName(name));
      changeEntries(client, name, (before) => before.filter((entry) => entry.id !== id));
    },
  });
};

/** Shows changed files of the profile at once, then refetches it and the navigation. */
const showFiles = (client: QueryClient, files: Partial<Pick<StudentProfile, 'avatar' | 'resume' | 'resume_name'>>) => {
  client.setQueryData(profileQuery().queryKey, (before) => before && { ...before, ...files });
  client.invalidateQueries({ queryKey: profileQuery().queryKey });
  client.invalidateQueries({ queryKey: ['account'] });
};

/** Uploads a file of the profile; the previous one is shown until the new one has arrived. */
const useProfileFile = <C extends typeof studentCalls.uploadPicture | typeof studentCalls.uploadResume>(call: C, field: string) => {
  const client = useQueryClient();
  const upload = useUpload(call, field);
  return {
    ...upload,
    start: async (file: File) => {
      const reply = await upload.start(file);
      // A cancelled upload, or one without a reply, may have arrived: refetch what the server has.
      showFiles(client, (reply ?? {}) as Partial<StudentProfile>);
      return reply;
    },
  };
};
/** Uploads the profile picture. */
export const usePictureUpload = () => useProfileFile(studentCalls.uploadPicture, 'avatar');
/** Uploads the résumé. */
export const useResumeUpload = () => useProfileFile(studentCalls.uploadResume, 'resume');

/** Removes the profile picture. */
export const useRemovePicture = () => {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => ask(studentCalls.removePicture), onSuccess: () => showFiles(client, { avatar: null }) });
};
/** Removes the résumé. */
export const useRemoveResume = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(studentCalls.removeResume),
    onSuccess: () => showFiles(client, { resume: null, resume_name: null }),
  });
};
