import { useQueryClient } from '@tanstack/react-query';
import { organizationCalls } from '#contract/organization.ts';
import { useUpload } from '../../lib/upload.ts';
import { organizationQuery } from './organization.ts';

// Apart from organizations.ts: every screen of organizers needs that one, and uploads only the profile.
/** A new logo: shown at once, then read again, by the navigation and the cards too. */
export const useLogoUpload = () => {
  const client = useQueryClient();
  const upload = useUpload(organizationCalls.uploadLogo, 'logo');
  return {
    ...upload,
    start: async (file: File) => {
      const reply = await upload.start(file);
      if (reply) client.setQueryData(organizationQuery().queryKey, (before) => before && { ...before, ...reply });
      // Cancelled or unanswered, it may have arrived all the same: the screen says what the server has.
      client.invalidateQueries({ queryKey: organizationQuery().queryKey });
      client.invalidateQueries({ queryKey: ['account'] });
      if (reply) client.invalidateQueries({ queryKey: ['opportunities'] });
      return reply;
    },
  };
};
