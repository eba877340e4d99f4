import type { StudentProfile } from '#contract/student.ts';
import type { Form } from '../../../lib/form.ts';

/** Values of the profile form, which spans several sections. */
export const toDetails = (profile: StudentProfile) => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  phone: profile.phone ?? '',
  phone_visible: profile.phone_visible,
  date_of_birth: profile.date_of_birth ?? '',
  location: profile.location ?? '',
  university: profile.university ?? '',
  major: profile.major ?? '',
  graduation_year: profile.graduation_year === null ? '' : String(profile.graduation_year),
  about_me: profile.about_me ?? '',
  portfolio_url: profile.portfolio_url ?? '',
});
export type Details = ReturnType<typeof toDetails>;
export type DetailsForm = Form<Details>;

/** Sections of this form; /profile?section=… of one opens edit mode. */
export const formSections: readonly string[] = ['overview', 'study', 'about', 'portfolio'];
