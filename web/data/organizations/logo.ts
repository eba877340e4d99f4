import { useQueryClient } from '@tanstack/react-query';
import { organizationCalls } from '#contract/organization.ts';
import { useUpload } from '../../lib/upload.ts';
import { organizationQuery } from './organization.ts';

// Not in organization.ts: only the profile screen needs uploads.

/** Uploads a logo, shows it at once and refetches everything that shows it. */
export const useLogoUpload = () => {
  const client = useQueryClient();
  const upload = useUpload(organizationCalls.uploadLogo, 'logo');
  return {
    ...upload,
    start: async (file: File) => {
      const reply = await upload.start(file);
      if (reply) client.setQueryData(organizationQuery().queryKey, (before) => before && { ...before, ...reply });
      // A cancelled upload, or one without a reply, may have arrived: refetch what the server has.
      client.invalidateQueries({ queryKey: organizationQuery().queryKey });
      client.invalidateQueries({ queryKey: ['account'] });
      if (reply) client.invalidateQueries({ queryKey: ['opportunities'] });
      return reply;
    },
  };
};
