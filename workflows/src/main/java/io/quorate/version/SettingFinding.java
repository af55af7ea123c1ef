package io.quorate.version;

/**
 * Effect of a hop on one setting. Sentences name settings and never their values, which may be
 * secret.
 */
public sealed interface SettingFinding {
  /** The environment variable, or the feature in {@code ETCD_FEATURE_GATES}. */
  String name();

  /** The finding as a sentence for people. */
  String sentence();

  /**
   * The setting goes on under a new name, or with a new value under its own.
   *
   * @param value as the target reads it
   */
  record Rename(String name, String to, String value) implements SettingFinding {
    @Override
    public String sentence() {
      return name.equals(to) ? name + " gets a new value." : name + " becomes " + to + ".";
    }
  }

  /** The setting is left out. */
  record Drop(String name, String because) implements SettingFinding {
    @Override
    public String sentence() {
      return name + " is left out: " + because;
    }
  }

  /** The hop is refused with this setting. */
  record Refuse(String name, String because, String instead) implements SettingFinding {
    @Override
    public String sentence() {
      return name + " stands in the way: " + because + " " + instead;
    }
  }

  /** The setting stays as it is, with a warning. */
  record Warn(String name, String because) implements SettingFinding {
    @Override
    public String sentence() {
      return name + " stays: " + because;
    }
  }
}
