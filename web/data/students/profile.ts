import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { type StudentListName, type StudentProfile, studentCalls, studentLists } from '#contract/student.ts';
import { ApiError, ask } from '../../lib/api.ts';
import { removeIdempotencyKey, storedIdempotencyKey } from '../../lib/storedIdempotencyKey.ts';
import { useUpload } from '../../lib/upload.ts';
import { staleTimes } from '../client.ts';

/** The signed-in student's profile with seven of its eight lists; exam scores are asked for on their own. */
export const profileQuery = () =>
  queryOptions({
    queryKey: ['profile', 'student'],
    queryFn: ({ signal }) => ask(studentCalls.profile, { signal }),
    staleTime: staleTimes.profile,
  });

/** Lists of a student are short and come whole. */
const wholeList = { page_size: 100 };
export const examScoresQuery = () =>
  queryOptions({
    queryKey: ['profile', 'exam-scores'],
    queryFn: async ({ signal }) => (await ask(studentLists['exam-scores'].list, { query: wholeList, signal })).results,
    staleTime: staleTimes.list,
  });

export const examsQuery = () =>
  queryOptions({
    queryKey: ['students', 'exams'],
    queryFn: async ({ signal }) => (await ask(studentCalls.exams, { query: wholeList, signal })).results,
    staleTime: staleTimes.skills,
  });

export const universitiesQuery = (search: string) =>
  queryOptions({
    queryKey: ['students', 'universities', search],
    queryFn: async ({ signal }) => (await ask(studentCalls.universities, { query: { search, page_size: 20 }, signal })).results,
    staleTime: staleTimes.skills,
    placeholderData: keepPreviousData,
  });

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
/** Under which name the profile's reply carries a list. */
export const profileKeyOf = {
  education: 'education',
  experience: 'experiences',
  projects: 'projects',
  achievements: 'achievements',
  languages: 'languages',
  skills: 'skills',
  'social-links': 'social_links',
} as const satisfies Partial<Record<StudentListName, keyof StudentProfile>>;

const changeEntries = (client: QueryClient, name: StudentListName, change: (before: Entry[]) => Entry[]) => {
  if (name === 'exam-scores') {
    client.setQueryData(examScoresQuery().queryKey, (before) => before && (change(before) as typeof before));
    client.invalidateQueries({ queryKey: examScoresQuery().queryKey });
    return;
  }
  const key = profileKeyOf[name];
  client.setQueryData(profileQuery().queryKey, (before) => before && { ...before, [key]: change(before[key]) });
  client.invalidateQueries({ queryKey: profileQuery().queryKey });
};

/** A new entry is sent under one key until its answer is here: a lost answer leaves no second one. */
const intentionOf = (name: StudentListName) => `entry:${name}`;

/** Adds or changes an entry of one of the eight lists: shown at once, then read again. */
export const useSaveEntry = (name: StudentListName) => {
  const client = useQueryClient();
  const { create, update } = studentLists[name];
  return useMutation({
    mutationFn: ({ id, body }: { id?: number; body: Record<string, unknown> }): Promise<Entry> => {
      // One call even when the platform changes: the old link is gone only when the new one is saved.
      if (name === 'social-links' && id !== undefined)
        return ask(studentCalls.upsertSocialLink, { body: { ...body, id } as BodyInput<typeof studentCalls.upsertSocialLink> });
      return (id === undefined
        ? ask(create, { body: body as never, idempotencyKey: storedIdempotencyKey(intentionOf(name), body) })
        : ask(update, { params: { id }, body: body as never })) as Promise<unknown> as Promise<Entry>;
    },
    onSuccess: (saved, { id }) => {
      if (id === undefined) removeIdempotencyKey(intentionOf(name));
      changeEntries(client, name, (before) =>
        // The answer to a second try may be known already.
        before.some((entry) => entry.id === (id ?? saved.id))
          ? before.map((entry) => (entry.id === (id ?? saved.id) ? saved : entry))
          : [saved, ...before],
      );
    },
    onError: (error, { id }) => {
      // Deleted elsewhere: the list is read again.
      if (id !== undefined && error instanceof ApiError && error.status === 404) changeEntries(client, name, (before) => before);
    },
  });
};

export const useRemoveEntry = (name: StudentListName) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      try {
        await ask(studentLists[name].remove, { params: { id } });
      } catch (error) {
        // Gone already: by a first try whose answer was lost, or on another device.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: (_, id) => {
      // Added once more after its answer was lost and it was deleted, it is another entry.
      removeIdempotencyKey(intentionOf(name));
      changeEntries(client, name, (before) => before.filter((entry) => entry.id !== id));
    },
  });
};

/** What the profile holds of files: shown at once, then read again, by the navigation too. */
const showFiles = (client: QueryClient, held: Partial<Pick<StudentProfile, 'avatar' | 'resume' | 'resume_name'>>) => {
  client.setQueryData(profileQuery().queryKey, (before) => before && { ...before, ...held });
  client.invalidateQueries({ queryKey: profileQuery().queryKey });
  client.invalidateQueries({ queryKey: ['account'] });
};

/** A file of the profile; the one there is stays until the new one has arrived. */
const useProfileFile = <C extends typeof studentCalls.uploadPicture | typeof studentCalls.uploadResume>(call: C, field: string) => {
  const client = useQueryClient();
  const upload = useUpload(call, field);
  return {
    ...upload,
    start: async (file: File) => {
      const reply = await upload.start(file);
      // Cancelled or unanswered, it may have arrived all the same: the screen says what the server has.
      showFiles(client, (reply ?? {}) as Partial<StudentProfile>);
      return reply;
    },
  };
};
export const usePictureUpload = () => useProfileFile(studentCalls.uploadPicture, 'avatar');
export const useResumeUpload = () => useProfileFile(studentCalls.uploadResume, 'resume');

export const useRemovePicture = () => {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => ask(studentCalls.removePicture), onSuccess: () => showFiles(client, { avatar: null }) });
};
export const useRemoveResume = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(studentCalls.removeResume),
    onSuccess: () => showFiles(client, { resume: null, resume_name: null }),
  });
};
