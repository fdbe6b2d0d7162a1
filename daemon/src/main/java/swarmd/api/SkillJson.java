package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import swarmd.json.Json;
import swarmd.skills.Skill;

/** Skills as JSON. */
public final class SkillJson {
  private SkillJson() {}

  public static ObjectNode skills(List<Skill> skills, long now) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("skills");
    skills.forEach(skill -> list.add(skill(skill, now)));
    return json;
  }

  public static ObjectNode skill(Skill skill, long now) {
    ObjectNode json =
        Json.object()
            .put("id", skill.id())
            .put("project", skill.project())
            .put("status", skill.status().label())
            .put("origin", skill.origin().label())
            .put("text", skill.text());
    ArrayNode triggers = json.putArray("triggers");
    skill.triggers().forEach(triggers::add);
    json.put("used", skill.used());
    skill.lastUsed().ifPresent(at -> json.put("last_used", at));
    return json.put("stale", skill.stale(now)).put("at", skill.at());
  }
}
